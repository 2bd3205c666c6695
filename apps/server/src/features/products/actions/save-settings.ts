import type { ChannelListingOptions } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { DEFAULT_SETTINGS, withOwnOptions } from '../rules/listing-options.ts';
import {
  type ChannelOptions,
  findProductSettings,
  insertProductSettings,
  type SavedSettings,
  updateProductSettings,
} from '../setting-repo.ts';

export interface SettingEdit {
  /** The revision on the screen; 0: none was saved. */
  revision: number;
  /** Parts left out stay as they are. */
  change: Partial<SavedSettings>;
  /** One channel's options, beside those of the others. */
  channel?: { name: string; options: ChannelListingOptions };
  /** Runs in the transaction of the save. */
  within?(tx: Executor): Promise<void>;
}

const changedMeanwhile = () =>
  new AppError('UNPROCESSABLE_ENTITY', 'PRODUCT_SETTINGS_CHANGED', {
    fields: { revision: ['PRODUCT_SETTINGS_CHANGED'] },
  });

function refuseUnknownChannels(deps: Deps, channels: ChannelOptions, field: (name: string) => string): void {
  const name = Object.keys(channels).find((one) => !Object.hasOwn(deps.connectors.channels, one));
  if (name !== undefined)
    throw new AppError('UNPROCESSABLE_ENTITY', 'CHANNEL_UNKNOWN', {
      params: { channel: name },
      fields: { [field(name)]: ['CHANNEL_UNKNOWN'] },
    });
}

/** Saves product settings. Throws PRODUCT_SETTINGS_CHANGED if they were changed since `revision`. */
export async function saveSettings(
  deps: Deps,
  scope: WorkplaceScope,
  { revision, change, channel, within }: SettingEdit,
): Promise<void> {
  if (change.channels) refuseUnknownChannels(deps, change.channels, (name) => `channels.${name}`);
  if (channel) refuseUnknownChannels(deps, { [channel.name]: channel.options }, () => 'channel');
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const before = await findProductSettings(tx, workplaceId);
    const next: SavedSettings = { ...DEFAULT_SETTINGS, ...before, ...change };
    if (channel) next.channels = { ...next.channels, [channel.name]: channel.options };
    next.channels = withOwnOptions(next.channels);
    const saved =
      revision === 0
        ? await insertProductSettings(tx, workplaceId, next)
        : await updateProductSettings(tx, workplaceId, next, revision);
    if (!saved) throw changedMeanwhile();
    await within?.(tx);
    await publish(tx, workplaceId, 'products');
  });
}
