export { register } from './register.ts';
export { addProcesses, type NewProcess, setProcess } from './repo.ts';
