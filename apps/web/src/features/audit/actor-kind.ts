import { AUTO_UPDATE_RULE } from '@quayside/contracts/auto-update-choices.ts';
import { AI_WRITING_RULE } from '@quayside/contracts/enhancer-choices.ts';
import { AI_IMAGES_RULE } from '@quayside/contracts/image-choices.ts';
import { useTranslation } from 'react-i18next';
import type { CallData } from '../../lib/api.ts';

type Actor = CallData<'GET /audit'>['items'][number]['actor'];

/** What an actor is who is no member: a token, or a rule by its name, which acts in the name of who turned it on. */
export function useActorKind() {
  const { t } = useTranslation('audit');
  return ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string | undefined =>
    kind === 'member'
      ? undefined
      : kind === 'rule' && id === AI_WRITING_RULE
        ? t('rule.aiWriting')
        : kind === 'rule' && id === AI_IMAGES_RULE
          ? t('rule.aiImages')
          : kind === 'rule' && id === AUTO_UPDATE_RULE
            ? t('rule.autoUpdates')
            : t(`actor.${kind}`);
}
