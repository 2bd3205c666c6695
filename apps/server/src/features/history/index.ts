export { type AccountHistory, BATCH, type HistoryBatch, type OldRows, type WorkspaceHistory } from './kept.ts';
export { type HistoryPorts, register } from './register.ts';
export type { HistoryRow } from './rules/history-file.ts';
export { takeOneMonth, toMonth } from './rules/months.ts';
