export { generalSettings } from './queries/workspaces.ts';
export { register } from './register.ts';
