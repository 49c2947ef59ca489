/** How a scenario names an object: texts. */
@unmanaged
export class ObjectName {
  kind: u32;
  namespace: u32;
  name: u32;
}
