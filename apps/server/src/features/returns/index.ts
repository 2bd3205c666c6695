export type { ReturnPorts } from './ports.ts';
export { findMailedReturn } from './queries/mailed-return.ts';
export { register } from './register.ts';
export { eraseReturns, returnTexts } from './return-repo.ts';
