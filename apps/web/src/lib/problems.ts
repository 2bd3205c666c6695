import { createObservable } from './observable.ts';

/** A failed call, as shown on the screen. */
export interface SavedProblem {
  /** ISO 8601, in UTC. */
  at: string;
  /** The declared call, for example `POST /auth/login`, without ids or input. */
  call: string;
  status: number;
  code: string;
  message: string;
}

const MOST = 25;

/** The last problems of this tab, newest last, in memory only: for a report to support. */
export const problems = createObservable<readonly SavedProblem[]>([]);

export const saveProblem = (problem: SavedProblem): void => problems.set([...problems.read(), problem].slice(-MOST));
