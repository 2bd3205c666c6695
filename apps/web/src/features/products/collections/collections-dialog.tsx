import { Button } from '@mantine/core';
import type { ProductCollections, StoreCollections } from '@quayside/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { errorText } from '../../../lib/api.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import editorClasses from '../editor/editor.module.css';
import classes from './collections.module.css';
import { useCollections } from './use-collections.ts';

interface Props {
  productId: string;
  category: string;
  list: StoreCollections;
  store: ProductCollections;
  onClose(): void;
}

/** Chooses the collections of a product in a store. */
export default function CollectionsDialog({ productId, category, list, store, onClose }: Props) {
  const { t } = useTranslation('collections');
  const { choose } = useCollections(productId);
  const id = useId();
  const before = store.chosen ?? store.category;
  const [ids, setIds] = useState(() => before.map((one) => one.id));
  const [keyword, setKeyword] = useState('');
  const [remember, setRemember] = useState(false);
  const known = new Set(list.items.map((one) => one.id));
  // Collections that the list doesn't have any more can only be taken out of the choice.
  const gone = before.filter((one) => !known.has(one.id));
  const all = [...list.items, ...gone.map((one) => ({ ...one, path: [], is_assignable: true }))];
  const wanted = keyword.trim().toLowerCase();
  const matches = all.filter((one) => [...one.path, one.title].join(' ').toLowerCase().includes(wanted));
  const toggle = (one: string, on: boolean) =>
    setIds((now) => (on ? [...now, one] : now.filter((other) => other !== one)));
  const save = (next: string[] | null) =>
    choose.mutate({ storeId: store.store_id, ids: next, remember: next !== null && remember }, { onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={t('store', { store: list.store_name })} width={520} busy={choose.isPending}>
      <input
        className={editorClasses.input}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      {all.length === 0 || matches.length === 0 ? (
        <p className={editorClasses.quiet}>{t(all.length === 0 ? 'empty' : 'noMatch')}</p>
      ) : null}
      <ul className={classes.choices}>
        {matches.map((one) => (
          <li key={one.id}>
            <label className={classes.choice} htmlFor={`${id}-${one.id}`} data-off={!one.is_assignable || undefined}>
              <Checkbox
                id={`${id}-${one.id}`}
                aria-label={[...one.path, one.title].join(' / ')}
                checked={ids.includes(one.id)}
                disabled={!one.is_assignable}
                onChange={(event) => toggle(one.id, event.currentTarget.checked)}
              />
              <span>
                {one.path.length > 0 ? <bdi className={classes.path}>{one.path.join(' / ')} / </bdi> : null}
                <bdi>{one.title}</bdi>
                {one.is_assignable ? null : <span className={classes.path}> {t('automatic')}</span>}
                {known.has(one.id) ? null : <span className={classes.bad}> {t('gone')}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {category ? (
        <label className={classes.choice} htmlFor={`${id}-remember`}>
          <Checkbox
            id={`${id}-remember`}
            aria-label={t('remember', { category })}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <span>{t('remember', { category })}</span>
        </label>
      ) : null}
      <Failure text={choose.error ? errorText(choose.error) : ''} />
      <div className={classes.buttons}>
        {store.chosen === null ? null : (
          <Button variant="subtle" disabled={choose.isPending} onClick={() => save(null)}>
            {t('clear')}
          </Button>
        )}
        <Button variant="default" disabled={choose.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={choose.isPending} onClick={() => save(ids)}>
          {t('save')}
        </Button>
      </div>
    </Dialog>
  );
}
