import { Button } from '@mantine/core';
import type { MetafieldDefinition, ProductMetafields, StoreMetafields } from '@quayside/contracts';
import { MOST_SAVED_METAFIELDS } from '@quayside/contracts/metafields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { fieldErrors, formFailure } from '../../../lib/field-errors.ts';
import { Field } from '../editor/editor-section.tsx';
import { productMetafields } from './metafield-queries.ts';
import classes from './metafields.module.css';
import { type SavedValue, useMetafields } from './use-metafields.ts';
import { ValueInput } from './value-input.tsx';
import { shownValue } from './value-text.ts';

interface Props {
  productId: string;
  list: StoreMetafields;
  store: ProductMetafields;
  onClose(): void;
}

/** A value that a person changes, and the one that it was changed from. */
interface Draft {
  value: string;
  before: string | null;
  /** Somebody else saved another value since. */
  isOther: boolean;
}

/** Edits the metafields of a product in a store. */
export default function MetafieldsDialog({ productId, list, store, onClose }: Props) {
  const { t } = useTranslation('metafields');
  const { save } = useMetafields(productId);
  const client = useQueryClient();
  const id = useId();
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  /** Ids in the order in which they were sent: the server names fields by it. */
  const [sent, setSent] = useState<string[]>([]);
  const words = { yes: t('yes'), no: t('no') };
  const values = store.values.filter((one) => !one.is_removed);
  const known = new Map(values.map((one) => [one.id, one]));
  const defined = list.items.filter((one) => one.is_editable);
  // Values whose definition is gone can only be removed.
  const gone = values
    .filter((one) => !defined.some((other) => other.id === one.id))
    .map(
      ({ id: metafield, name, type }): MetafieldDefinition => ({
        id: metafield,
        name,
        type,
        description: t('gone'),
        validations: [],
        is_editable: false,
      }),
    );
  const saved = (metafield: string) => known.get(metafield)?.value ?? null;
  const changed: SavedValue[] = Object.entries(drafts)
    .filter(([metafield, { value }]) => value !== (saved(metafield) ?? ''))
    .map(([metafield, { value, before }]) => ({ metafield, value: value === '' ? null : value, before }));
  const errors = fieldErrors(save.error);
  const errorOf = (metafield: string): string | undefined => {
    const at = sent.indexOf(metafield);
    return at < 0 ? undefined : (errors[`values.${at}.value`] ?? errors[`values.${at}.metafield`])?.[0];
  };
  const submit = async () => {
    try {
      for (let at = 0; at < changed.length; at += MOST_SAVED_METAFIELDS) {
        const values = changed.slice(at, at + MOST_SAVED_METAFIELDS);
        setSent(values.map((one) => one.metafield));
        await save.mutateAsync({ storeId: store.store_id, values });
      }
      onClose();
    } catch (failure) {
      const [, at = ''] = Object.keys(fieldErrors(failure))[0]?.split('.') ?? [];
      const refused = changed[Number(at)]?.metafield;
      if (refused) document.getElementById(`${id}-${refused}`)?.focus();
      // Said beside the fields. From now on a value counts as changed from what is saved, which is shown where it is another one.
      const fresh = await client.fetchQuery({ ...productMetafields(productId), staleTime: 0 }).catch(() => undefined);
      const own = fresh?.stores.find((one) => one.store_id === store.store_id);
      if (!own) return;
      const now = new Map(own.values.filter((one) => !one.is_removed).map((one) => [one.id, one.value]));
      setDrafts((all) =>
        Object.fromEntries(
          Object.entries(all).map(([metafield, { value, before, isOther }]) => {
            const current = now.get(metafield) ?? null;
            return [metafield, { value, before: current, isOther: isOther || current !== before }];
          }),
        ),
      );
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('store', { store: list.store_name })} width={560} busy={save.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={classes.fields}>
          {[...defined, ...gone].map((definition) => {
            const fieldId = `${id}-${definition.id}`;
            const error = errorOf(definition.id);
            const draft = drafts[definition.id];
            const isOther = draft && (draft.isOther || saved(definition.id) !== draft.before);
            return (
              <Field key={definition.id} id={fieldId} label={definition.name} {...(error ? { error } : {})}>
                <ValueInput
                  id={fieldId}
                  definition={definition}
                  value={draft?.value ?? saved(definition.id) ?? ''}
                  isRefused={error !== undefined}
                  onChange={(value) =>
                    setDrafts((now) => ({
                      ...now,
                      [definition.id]: {
                        ...(now[definition.id] ?? { before: saved(definition.id), isOther: false }),
                        value,
                      },
                    }))
                  }
                />
                {definition.description ? <p className={classes.hint}>{definition.description}</p> : null}
                {isOther ? (
                  <p className={classes.hint}>
                    {t('saved', {
                      value: shownValue(definition.type, saved(definition.id) ?? '', words) || t('noValue'),
                    })}
                  </p>
                ) : null}
              </Field>
            );
          })}
        </div>
        <Failure text={formFailure(save.error, (field) => field.startsWith('values.')) ?? ''} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
