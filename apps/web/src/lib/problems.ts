import { watched } from './watched.ts';

/** A call that did not go well, as it was told on the screen. */
export interface KeptProblem {
  /** ISO 8601, in UTC. */
  at: string;
  /** The declared call, for example `POST /auth/login`: no ids and nothing that was typed. */
  call: string;
  status: number;
  code: string;
  message: string;
}

const MOST = 25;

/** The last problems of this tab, newest last, kept in memory alone: for the support, when the person sends them. */
export const problems = watched<readonly KeptProblem[]>([]);

export const keepProblem = (problem: KeptProblem): void => problems.set([...problems.read(), problem].slice(-MOST));
