/**
 * Runs one piece of work after the other, in the worker and in the window alike: what is kept is read, changed and written back,
 * and a message of the app may come while the person presses a button.
 */
export const oneAtATime = async <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request('kept', work);
