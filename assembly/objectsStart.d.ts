/** Where objects of a cluster begin: `objectsAt` of contract/modules.yaml; only the simulator's. */
declare const OBJECTS_START: usize;
