export { register } from './register.ts';
export {
  addProcesses,
  countProcess,
  findProcess,
  growProcess,
  knownProcesses,
  type NewProcess,
  openProcesses,
  type ProcessKind,
  setProcess,
} from './repo.ts';
