import { contracts, DONE } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { getActor, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import type { Quota } from '../plans/index.ts';
import { createWorkspace } from './actions/create-workspace.ts';
import { deleteWorkspace, type OnWorkspaceEnd } from './actions/delete-workspace.ts';
import { type SettingsChange, saveSettings } from './actions/save-settings.ts';
import { generalSettings, listWorkspaces } from './queries/workspaces.ts';

/** Workspaces: making, naming, setting up and deleting them. `onEnd`: what other features do first when one is deleted. */
export function register(deps: Deps, quota: Quota, onEnd: OnWorkspaceEnd): Feature {
  const calls = contracts.workspaces;

  const settingsOf = async (scope: WorkplaceScope) => {
    const settings = await deps.db.read(scope, (ex) => generalSettings(ex, scope.workplaceId));
    if (!settings) throw notFound('WORKPLACE_NOT_FOUND');
    return settings;
  };
  const save = async (who: Who, change: SettingsChange, names: { currency: string; time_zone: string }) => {
    await saveSettings(deps, who.scope, change, (name) => names[name]);
    return settingsOf(who.scope);
  };
  const shown = { currency: 'settings.display_currency', time_zone: 'settings.time_zone' };

  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, async (_input, who) => ({ items: await listWorkspaces(deps, who.memberships) }));

      route(app, calls.create, async ({ body }, who, reply) => {
        const made = await createWorkspace(deps, quota, who.account.id, body, getActor(who, calls.create));
        app.sessions.forget(who.account.id);
        reply.message('WORKPLACE_CREATED');
        return made;
      });

      route(app, calls.update, async ({ body }, who, reply) => {
        const answer = await save(who, body, { currency: 'currency', time_zone: 'time_zone' });
        reply.message('SETTINGS_SAVED');
        return answer;
      });

      route(app, calls.remove, async ({ params }, who, reply) => {
        const place = who.memberships.find((one) => one.workplaceId === params.workplace_id);
        // Being the owner of the current workspace says nothing about another one.
        if (place?.role !== 'owner') throw new AppError('FORBIDDEN', 'WORKPLACE_NOT_YOURS');
        const scope = { ...who.scope, accountId: place.ownerId, workplaceId: place.workplaceId };
        await deleteWorkspace(deps, scope, who.memberships, onEnd);
        app.sessions.forget(who.account.id);
        reply.message('WORKPLACE_DELETED');
        return DONE;
      });

      route(app, calls.settings, (_input, who) => settingsOf(who.scope));

      const saveShown = async (
        settings: { name?: string | undefined; display_currency?: string | undefined; time_zone?: string | undefined },
        who: Who,
      ) => {
        const { display_currency, ...rest } = settings;
        return save(who, { ...rest, currency: display_currency }, shown);
      };
      route(app, calls.displaySettings, ({ body }, who) => saveShown(body.settings, who));
      route(app, calls.saveSettings, async ({ body }, who, reply) => {
        const answer = await saveShown(body.settings, who);
        reply.message('SETTINGS_SAVED');
        return answer;
      });
      route(app, calls.saveAdmitad, async ({ body }, who, reply) => {
        const answer = await save(who, { admitad: body.settings }, shown);
        reply.message('SETTINGS_SAVED');
        return answer;
      });
    },
  };
}
