export { callbackSettings, clientWorld } from './client-world.ts';
export { ensureSandbox, type SandboxProcess, stopSandbox } from './core/process.ts';
export { folderSecrets, type SandboxSecrets } from './core/secrets.ts';
export { type RunningSandbox, type SandboxOptions, startSandbox } from './core/server.ts';
export type * from './core/world.ts';
export { loadEmulators } from './emulators.ts';
export { getLabel, planParcel, type Step } from './staff/plan.ts';
