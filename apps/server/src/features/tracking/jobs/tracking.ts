import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

/** Registers one number with a tracking service. */
export const trackNumberJob = defineJob({
  name: 'track-number',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), trackedId: z.uuid(), serviceId: z.uuid() }),
  concurrency: 8,
  group: (payload) => payload.serviceId,
  share: 2,
  unhurried: true,
});

export const TRACK_NUMBER_JOB = jobFor(trackNumberJob, ['tracked_id', 'service_id'], (here, row) => ({
  accountId: here.accountId,
  workplaceId: here.workplaceId,
  trackedId: row.tracked_id,
  serviceId: row.service_id,
}));

/** Sends a job for every tracking service that is due. */
export const sendDuePollsJob = defineJob({
  name: 'send-tracking-polls',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '* * * * *',
});

/** Checks shipment alarms of every workplace that has or had a store or a supplier. */
export const checkAllAlarmsJob = defineJob({
  name: 'send-alarm-checks',
  payload: roundPayload,
  concurrency: 1,
  tries: 1,
  cron: '*/10 * * * *',
});

/** Opens and closes the shipment alarms of a workplace. */
export const checkAlarmsJob = defineJob({
  name: 'check-shipment-alarms',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid() }),
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
  unhurried: true,
  tries: 3,
});

/** Follows new parcels with a service, and reads those that are due. */
export const pollServiceJob = defineJob({
  name: 'poll-tracking-service',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), serviceId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.serviceId,
  share: 1,
  unhurried: true,
  tries: 3,
});
