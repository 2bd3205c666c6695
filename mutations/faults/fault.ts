/** A fault that is planted in a copy of the sources, and that the named tests have to find. */
export interface Fault {
  id: string;
  /** What goes wrong with it, for whoever reads the list. */
  what: string;
  /** Path from the root. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test files, from the root. All of them pass without the fault. */
  tests: readonly string[];
  /** Only tests whose name matches; all of the files where it is absent. */
  named?: string;
}
