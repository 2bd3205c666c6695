import { contracts, type ListingSettingsView, type ProductAutomation, type ProductSettings } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { saveSettings } from './actions/save-settings.ts';
import { DEFAULT_SETTINGS, optionsOn } from './rules/listing-options.ts';
import { findProductSettings, type StoredSettings } from './setting-repo.ts';

/** Automations of products, which belong to other features; compose.ts plugs them in. */
export interface AutomationPorts {
  readAutomation(ex: Executor, workplaceId: string): Promise<ProductAutomation>;
  /** Turns AI writing of imports on in someone's name, or off; in the caller's transaction. */
  turnWriting(tx: Executor, workplaceId: string, by: { accountId: string; name: string } | undefined): Promise<void>;
  /** The same for images of imports. */
  turnImages(tx: Executor, workplaceId: string, by: { accountId: string; name: string } | undefined): Promise<void>;
}

const settingAnswer = (saved: StoredSettings | undefined, automation: ProductAutomation): ProductSettings => {
  const { split, is_publish, allow_sell_out_of_stock, channels } = saved ?? DEFAULT_SETTINGS;
  return {
    revision: saved?.revision ?? 0,
    auto_split_variant_options: split,
    product_listings: {
      is_publish,
      auto_optimize_content: automation.ai_writing.is_enable,
      auto_optimize_image: automation.ai_images.is_enable,
      allow_sell_out_of_stock,
    },
    channels,
    updated_at: saved?.updated_at ?? null,
  };
};

function listingsAnswer(deps: Deps, saved: StoredSettings | undefined): ListingSettingsView {
  const settings = saved ?? DEFAULT_SETTINGS;
  return {
    revision: saved?.revision ?? 0,
    product_listings: {
      is_publish: settings.is_publish,
      allow_sell_out_of_stock: settings.allow_sell_out_of_stock,
    },
    items: Object.keys(deps.connectors.channels).map((channel) => ({
      channel,
      ...optionsOn(settings, channel),
      own: settings.channels[channel] ?? {},
    })),
  };
}

/** Defaults for pushing products, and the automations beside them. */
export function registerSettings(deps: Deps, ports: AutomationPorts): Feature {
  const calls = contracts.productSettings;
  const read = (who: Who) =>
    deps.db.read(who.scope, async (ex) => ({
      saved: await findProductSettings(ex, who.workplaceId),
      automation: await ports.readAutomation(ex, who.workplaceId),
    }));
  const listings = async (who: Who) =>
    listingsAnswer(deps, await deps.db.read(who.scope, (ex) => findProductSettings(ex, who.workplaceId)));

  return {
    routes(app) {
      route(app, calls.get, async (_input, who) => {
        const { saved, automation } = await read(who);
        return settingAnswer(saved, automation);
      });

      route(app, calls.update, async ({ body }, who, reply) => {
        const { auto_optimize_content: writes, auto_optimize_image: draws, ...options } = body.product_listings;
        const by = { accountId: who.account.id, name: who.scope.actor?.name ?? who.account.email };
        await saveSettings(deps, who.scope, {
          revision: body.revision,
          change: {
            split: body.auto_split_variant_options,
            ...options,
            ...(body.channels ? { channels: body.channels } : {}),
          },
          within: async (tx) => {
            if (writes !== undefined) await ports.turnWriting(tx, who.workplaceId, writes ? by : undefined);
            if (draws !== undefined) await ports.turnImages(tx, who.workplaceId, draws ? by : undefined);
          },
        });
        reply.message('PRODUCT_SETTINGS_SAVED');
        const { saved, automation } = await read(who);
        return settingAnswer(saved, automation);
      });

      route(app, calls.all, async (_input, who) => {
        const { saved, automation } = await read(who);
        return { setting: settingAnswer(saved, automation), listings: listingsAnswer(deps, saved), automation };
      });
      route(app, calls.automation, async (_input, who) => (await read(who)).automation);

      route(app, calls.listings, (_input, who) => listings(who));
      route(app, calls.saveListings, async ({ body }, who, reply) => {
        const { revision, channels, product_listings } = body;
        await saveSettings(deps, who.scope, { revision, change: { ...product_listings, channels } });
        reply.message('PRODUCT_SETTINGS_SAVED');
        return listings(who);
      });
      route(app, calls.saveChannel, async ({ body }, who, reply) => {
        const channel = { name: body.channel, options: body.options };
        await saveSettings(deps, who.scope, { revision: body.revision, change: {}, channel });
        reply.message('PRODUCT_SETTINGS_SAVED');
        return listings(who);
      });
    },
    jobs: [],
  };
}
