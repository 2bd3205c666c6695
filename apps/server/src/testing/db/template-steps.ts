import { installQueueTables } from '../../jobs/boss.ts';

/** Work on the template database after the migrations: what every test file's copy should already hold. */
export type TemplateStep = (urls: { ownerUrl: string; appUrl: string }) => Promise<void>;

export const templateSteps: TemplateStep[] = [({ ownerUrl }) => installQueueTables(ownerUrl)];
