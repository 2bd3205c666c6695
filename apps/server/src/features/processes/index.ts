export { taskHistory } from './history-repo.ts';
export { register } from './register.ts';
export {
  addProcesses,
  advanceProcess,
  countProcess,
  findProcess,
  growProcess,
  knownProcesses,
  type NewProcess,
  openProcesses,
  type ProcessKind,
  setProcess,
  setProcessError,
} from './repo.ts';
