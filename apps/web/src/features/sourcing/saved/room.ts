const NAME = 'quayside.saved-pages';

/** Whether pages were saved when somebody last looked: then the room for them is held, so that nothing moves when they come. */
export const heldRoom = {
  read(): boolean {
    try {
      return localStorage.getItem(NAME) !== null;
    } catch {
      return false;
    }
  },
  set(hasSome: boolean): void {
    try {
      if (hasSome) localStorage.setItem(NAME, '1');
      else localStorage.removeItem(NAME);
    } catch {
      // The list then moves once when they come.
    }
  },
};
