import { NativeSelect } from '@mantine/core';
import type { ProductDetail, StoreField, StoreValues } from '@quayside/contracts';
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from '@quayside/contracts/seo-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../../kit/rich-text.tsx';
import { HtmlText } from '../../html-text.tsx';
import { usedTags } from '../../product-queries.ts';
import classes from '../editor.module.css';
import { EditorSection, Field } from '../editor-section.tsx';
import { TagField } from '../tag-field.tsx';
import { OwnMark } from './own-mark.tsx';

interface Props {
  product: ProductDetail;
  draft: StoreValues;
  set(values: Partial<StoreValues>): void;
}

const LONGEST = 255;
const TEXTS: readonly { field: 'title' | 'vendor' | 'product_type' | 'seo_title' | 'seo_description'; most: number }[] =
  [
    { field: 'title', most: LONGEST },
    { field: 'vendor', most: LONGEST },
    { field: 'product_type', most: LONGEST },
    { field: 'seo_title', most: LONGEST_SEO_TITLE },
    { field: 'seo_description', most: LONGEST_SEO_DESCRIPTION },
  ];

/** What may differ in a store: a field shows what all stores have until it is changed here. */
export function StoreFieldInputs({ product, draft, set }: Props) {
  const { t } = useTranslation(['products', 'storeValues']);
  const { data: used } = useQuery(usedTags);
  const id = useId();
  const mark = (field: StoreField, common: ReactNode) =>
    draft[field] === null ? null : (
      <OwnMark field={t(`field.${field as 'title'}`)} common={common} onReset={() => set({ [field]: null })} />
    );
  const textField = ({ field, most }: (typeof TEXTS)[number]) => {
    const isMissing = field === 'title' && draft.title?.trim() === '';
    return (
      <Field
        key={field}
        id={`${id}-${field}`}
        label={t(`field.${field}`)}
        mark={mark(field, product[field])}
        {...(isMissing ? { error: t('editor.refused.title') } : {})}
      >
        <input
          id={`${id}-${field}`}
          dir="auto"
          className={classes.input}
          value={draft[field] ?? product[field]}
          maxLength={most}
          aria-invalid={isMissing || undefined}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      </Field>
    );
  };
  const [title, ...others] = TEXTS.map(textField);
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <EditorSection title={t('editor.basics')}>
          {title}
          <div className={classes.field}>
            <div className={classes.fieldHead}>
              <span className={classes.fieldName}>{t('field.description_html')}</span>
              {mark('description_html', product.description_html ? <HtmlText html={product.description_html} /> : null)}
            </div>
            <RichText
              value={draft.description_html ?? product.description_html}
              onChange={(html) => {
                if (draft.description_html !== null || html !== product.description_html)
                  set({ description_html: html });
              }}
              label={t('field.description_html')}
              minHeight={220}
            />
          </div>
        </EditorSection>
        <EditorSection title={t('editor.seo')}>{others.slice(2)}</EditorSection>
      </div>
      <div className={classes.side}>
        <EditorSection title={t('editor.organisation')}>
          <NativeSelect
            label={t('storeValues:status')}
            value={draft.status ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              set({ status: value === 'active' || value === 'draft' ? value : null });
            }}
            data={[
              { value: '', label: t('storeValues:asPushed') },
              { value: 'active', label: t('listing.status.active') },
              { value: 'draft', label: t('listing.status.draft') },
            ]}
          />
          {others.slice(0, 2)}
          <Field id={`${id}-tags`} label={t('field.tags')} mark={mark('tags', product.tags.join(', '))}>
            <TagField
              id={`${id}-tags`}
              value={draft.tags ?? product.tags}
              suggestions={used?.items.map(({ tag }) => tag) ?? []}
              onChange={(tags) => set({ tags })}
            />
          </Field>
        </EditorSection>
      </div>
    </div>
  );
}
