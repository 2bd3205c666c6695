import { createDb } from '@quayside/server/src/db/index.ts';
import { installQueueTables } from '@quayside/server/src/jobs/boss.ts';

/** Work on the template database after the migrations: what every test file's copy should already hold. */
export type TemplateStep = (urls: { ownerUrl: string; appUrl: string }) => Promise<void>;

const installQueue: TemplateStep = async (urls) => {
  const db = createDb({ ...urls, poolSize: 2 });
  try {
    await installQueueTables(urls.ownerUrl, db);
  } finally {
    await db.close();
  }
};

export const templateSteps: TemplateStep[] = [installQueue];
