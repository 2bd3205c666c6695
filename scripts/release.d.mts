export class ReleaseRefused extends Error {}
export function nextVersion(changelog: string, current: string, isFirst: boolean): string;
export function datedChangelog(changelog: string, version: string, date: string): string;
export function release(
  root: string,
  options: { date: string; version?: string; dryRun?: boolean },
): { version: string; changed: string[] };
