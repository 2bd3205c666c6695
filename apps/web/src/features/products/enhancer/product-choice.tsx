import { Button } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { PackageSearch } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { useList } from '../../../lib/use-list.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { pictureAt } from '../picture-at.ts';
import type { Chosen } from '../use-enhance.ts';
import classes from './enhancer.module.css';

interface Props {
  chosen: readonly Chosen[];
  onChange(chosen: readonly Chosen[]): void;
}

/** The owner's products to choose from; those that were chosen elsewhere stand first. */
export function ProductChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation(['products', 'common']);
  const id = useId();
  const [keyword, setKeyword] = useState('');
  // What came along chosen keeps its place on top, also when it is let go.
  const [first] = useState(chosen);
  const list = useList<ProductSummary>({
    topic: 'products',
    state: { list: 'to-enhance', keyword },
    id: (row) => row.id,
    read: (cursor, signal) =>
      api('GET /center/products/listings/elastic-products', {
        query: { keyword: keyword || undefined, state: 'all', sort: 'newest', page_size: 20, cursor },
        signal,
      }),
  });
  const rows = useMemo(() => {
    const ahead = keyword ? [] : first;
    const known = new Set(ahead.map((one) => one.id));
    return [...ahead, ...list.rows.filter((row) => !known.has(row.id))];
  }, [first, list.rows, keyword]);
  // What is shown of the search before says nothing of this one.
  const isRead = !list.isLoading && !list.isStale;
  const on = new Set(chosen.map((one) => one.id));

  if (list.error && rows.length === 0 && keyword === '')
    return <ErrorState small error={list.error} onRetry={list.retry} />;
  if (isRead && rows.length === 0 && keyword === '')
    return (
      <EmptyState
        small
        picture={<PackageSearch size={28} strokeWidth={1.5} aria-hidden />}
        title={t('enhance.empty')}
        text={t('enhance.emptyText')}
        action={<LinkButton to="/app/find-product">{t('imports.find')}</LinkButton>}
      />
    );
  return (
    <>
      <SearchField value={keyword} onChange={setKeyword} label={t('enhance.search')} />
      {!isRead && !list.error && rows.length === 0 ? (
        <div aria-busy="true" className={classes.skeletons}>
          <SkeletonLine width="70%" />
          <SkeletonLine width="55%" />
          <SkeletonLine width="60%" />
        </div>
      ) : rows.length === 0 ? (
        list.error ? null : (
          <p role="status" className={classes.quiet}>
            {t('common:nothingFound')}
          </p>
        )
      ) : (
        <ul className={classes.choices} data-stale={list.isStale || undefined}>
          {rows.map((row) => (
            <li key={row.id} className={classes.choice}>
              <Checkbox
                id={`${id}-${row.id}`}
                aria-label={t('editor.choose', { name: row.title })}
                checked={on.has(row.id)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...chosen, { id: row.id, title: row.title, image: row.image }]
                      : chosen.filter((one) => one.id !== row.id),
                  )
                }
              />
              <label htmlFor={`${id}-${row.id}`} className={classes.choiceLabel}>
                <ProductPicture src={pictureAt(row.image, 40)} alt="" size={40} />
                <span className={classes.choiceTitle} dir="auto">
                  {row.title}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {list.error ? <ErrorState small error={list.error} onRetry={list.retry} /> : null}
      {list.hasMore && !list.error ? (
        <Button variant="subtle" size="compact-sm" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('enhance.more')}
        </Button>
      ) : null}
    </>
  );
}
