import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../lib/api.ts';
import { toast } from '../lib/toasts.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import type { SavedListName, SavedView } from './saved-view.ts';
import { SettingButtons, settingForm } from './setting-card.tsx';

interface Props {
  list: SavedListName;
  /** The view to rename or share; undefined: saves a new one. */
  view: SavedView | undefined;
  search: string;
  hidden: readonly string[];
  onClose(): void;
  onSaved(): Promise<unknown>;
}

/** Name and sharing of a saved view. */
export function ViewDialog({ list, view, search, hidden, onClose, onSaved }: Props) {
  const { t } = useTranslation('common');
  const form = useForm(async ({ name = '', shared }) => {
    const given = { name, shared: shared !== undefined };
    if (view) await api('PUT /lists/views/{view_id}', { params: { view_id: view.id }, body: given, quiet: true });
    else
      await api('POST /lists/{list}/views', {
        params: { list },
        body: { ...given, search, hidden_columns: [...hidden] },
        quiet: true,
      });
    await onSaved();
    toast('success', t('views.saved', { name }));
    onClose();
  });
  return (
    <Dialog open onClose={onClose} busy={form.busy} title={view ? t('views.editTitle') : t('views.saveTitle')}>
      <form noValidate className={settingForm()} onSubmit={form.submit}>
        <TextInput
          name="name"
          label={t('views.name')}
          description={view ? undefined : t('views.nameHelp')}
          defaultValue={view?.name}
          maxLength={60}
          error={form.error('name')}
          data-autofocus
        />
        <Checkbox name="shared" label={t('views.share')} defaultChecked={view?.shared} />
        <Failure text={form.failure} />
        <SettingButtons>
          <Button type="submit" loading={form.busy}>
            {t('views.saveVerb')}
          </Button>
          <Button variant="subtle" onClick={onClose} disabled={form.busy}>
            {t('cancel')}
          </Button>
        </SettingButtons>
      </form>
    </Dialog>
  );
}
