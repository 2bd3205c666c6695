import { z } from 'zod';

const text = z.string().nullish().catch(undefined);

const checkpointSchema = z.looseObject({
  checkpoint_time: text,
  message: text,
  location: text,
  city: text,
  country_region: text,
  tag: text,
});
export type Checkpoint = z.output<typeof checkpointSchema>;

/** A checkpoint that can't be read is left out, not its parcel. */
export const readCheckpoints = (raw: readonly unknown[] | null | undefined): Checkpoint[] =>
  (raw ?? []).flatMap((one) => {
    const read = checkpointSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });

export const trackingSchema = z.looseObject({
  id: z.string(),
  tracking_number: z.string(),
  slug: text,
  tag: text,
  courier_destination_country_region: text,
  checkpoints: z.array(z.unknown()).nullish().catch(undefined),
});
export type Tracking = z.output<typeof trackingSchema>;

export const answerSchema = z.looseObject({
  meta: z.looseObject({ code: z.number(), message: text }),
  data: z.unknown(),
});

export const listSchema = z.looseObject({
  trackings: z.array(z.unknown()).nullish(),
  pagination: z.looseObject({ next_cursor: text, has_next_page: z.boolean().nullish() }).nullish().catch(undefined),
});

export const webhookSchema = z.looseObject({
  event: z.string(),
  msg: z.looseObject({ tracking_number: z.string().min(1) }),
});
