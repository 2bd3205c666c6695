import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STATUS } from '../../../lib/answers.ts';
import { ApiError, api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { isolated } from '../../products/index.ts';
import { type SavedPage, savePage } from './saved-queries.ts';

const UNDO_MS = 8_000;

/** Removes a saved page at once; for a moment it can be brought back. */
export function useRemovePage(): (page: SavedPage) => Promise<void> {
  const { t } = useTranslation('saved');
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['saved_pages'] });
  return async (page) => {
    try {
      await api('DELETE /product-sources/saved-pages/{id}', { params: { id: page.id }, quiet: true });
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof ApiError) || error.status !== STATUS.NOT_FOUND) {
        toast('error', error instanceof Error ? error.message : String(error));
        return;
      }
    }
    toast('info', t('removed', { name: isolated(page.title) }), {
      ms: UNDO_MS,
      action: { label: t('undo'), run: () => void savePage(page).then(refresh, () => undefined) },
    });
    await refresh();
  };
}
