export { SandboxPanel } from './sandbox-panel.tsx';
export { worldQuery } from './world-query.ts';
