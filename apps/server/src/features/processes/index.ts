export { register } from './register.ts';
export {
  addProcesses,
  advanceProcess,
  countProcess,
  growProcess,
  knownProcesses,
  type NewProcess,
  openProcesses,
  type ProcessKind,
  setProcess,
  setProcessError,
} from './repo.ts';
