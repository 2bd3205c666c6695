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
const watchers = new Set<() => void>();
let kept: readonly KeptProblem[] = [];

/** The last problems of this tab, newest last, kept in memory alone: for the support, when the person sends them. */
export const problems = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  all: (): readonly KeptProblem[] => kept,
  keep(problem: KeptProblem): void {
    kept = [...kept, problem].slice(-MOST);
    for (const watcher of watchers) watcher();
  },
  forget(): void {
    kept = [];
    for (const watcher of watchers) watcher();
  },
};
