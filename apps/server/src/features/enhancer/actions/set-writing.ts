import type { StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { distinctWords } from '../rules/forbidden-words.ts';
import { storable } from '../rules/instructions.ts';
import { saveDefaults, saveStatus } from '../setting-repo.ts';
import type { WritingDefaults } from '../tables.ts';

/** Saves a workspace's writing settings; running enhancements may still use the old ones. */
export const saveSetting = (deps: Deps, scope: WorkplaceScope & StoreScope, set: WritingDefaults): Promise<void> =>
  deps.db.tenant(scope, (tx) =>
    saveDefaults(tx, scope.workplaceId, {
      ...set,
      forbidden_words: distinctWords(set.forbidden_words.map(storable)),
      brand_voice: storable(set.brand_voice),
    }),
  );

/** Turns automatic enhancement on in someone's name, or off. Started ones continue. */
export const turnRule = (
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  by: { accountId: string; name: string } | undefined,
): Promise<void> => deps.db.tenant(scope, (tx) => saveStatus(tx, scope.workplaceId, by));
