import { z } from 'zod';

const text = z.string().nullish().catch(undefined);

const eventSchema = z.looseObject({
  time_iso: text,
  time_utc: text,
  description: text,
  location: text,
  stage: text,
  sub_status: text,
});

export const trackInfoSchema = z.looseObject({
  latest_status: z.looseObject({ status: text, sub_status: text }).nullish().catch(undefined),
  shipping_info: z
    .looseObject({ recipient_address: z.looseObject({ country: text }).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  tracking: z
    .looseObject({
      providers: z
        .array(
          z.looseObject({
            provider: z.looseObject({ name: text, country: text }).nullish().catch(undefined),
            events: z.array(z.unknown()).nullish().catch(undefined),
          }),
        )
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type TrackInfo = z.output<typeof trackInfoSchema>;

/** An event that can't be read is left out, not its parcel. */
export const readEvents = (raw: readonly unknown[] | null | undefined): z.output<typeof eventSchema>[] =>
  (raw ?? []).flatMap((one) => {
    const read = eventSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });

const accepted = z.looseObject({ number: z.string(), track_info: z.unknown().optional() });
const rejected = z.looseObject({
  number: z.string().nullish(),
  error: z.looseObject({ code: z.number(), message: z.string().optional() }),
});

export const answerSchema = z.looseObject({
  code: z.number(),
  data: z
    .looseObject({
      accepted: z.array(accepted).nullish(),
      rejected: z.array(rejected).nullish(),
      errors: z.array(z.looseObject({ code: z.number(), message: z.string().optional() })).nullish(),
      quota_remain: z.number().nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type Answer = z.output<typeof answerSchema>;

export const webhookSchema = z.looseObject({
  event: z.string(),
  data: z.union([z.looseObject({ number: z.string().min(1) }), z.array(z.looseObject({ number: z.string().min(1) }))]),
});
