export { register } from './register.ts';
export { startSchedule } from './start-schedule.ts';
export { startWal } from './start-wal.ts';
