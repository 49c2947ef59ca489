/** Where objects of a cluster begin; asconfig.loop.json defines it, no other module does. */
declare const OBJECTS_START: usize;
