export { taskHistory } from './history.ts';
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
