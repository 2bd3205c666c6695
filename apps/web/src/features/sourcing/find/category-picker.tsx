import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FolderTree, Search, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../kit/pop.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { SourceMark } from '../../products/index.ts';
import classes from './category-picker.module.css';
import { type CategoryLine, getLines, pathTo } from './category-tree.ts';

interface Props {
  value: string | undefined;
  onChange(category: string | undefined): void;
}

const useTrees = () =>
  useQuery({
    queryKey: queryKeys.part('categories', 'tree'),
    queryFn: async ({ signal }) => (await api('GET /product-sources/categories/tree', { signal })).items,
    staleTime: 30 * 60_000,
  });

/** The category in which is looked, and the tree of all of them behind it. */
export function CategoryPicker({ value, onChange }: Props) {
  const { t } = useTranslation('sourcing');
  const trees = useTrees();
  const path = pathTo(trees.data ?? [], value);
  const name = path?.at(-1)?.name ?? value;
  return (
    <span className={classes.chip} data-on={value !== undefined || undefined}>
      <Pop
        label={t('category.label')}
        width={340}
        trigger={(props) => (
          <button type="button" className={classes.button} {...props}>
            <FolderTree size={14} aria-hidden />
            {value === undefined ? (
              t('category.all')
            ) : (
              <>
                <span className="visually-hidden">{t('category.label')}: </span>
                <span className={classes.name}>{name}</span>
              </>
            )}
          </button>
        )}
      >
        {(close) => (
          <CategoryTree
            trees={trees}
            value={value}
            onChange={(category) => {
              onChange(category);
              close();
            }}
          />
        )}
      </Pop>
      {value === undefined ? null : (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('category.remove', { name })}
          onClick={() => onChange(undefined)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

function CategoryTree({ trees, value, onChange }: Props & { trees: ReturnType<typeof useTrees> }) {
  const { t } = useTranslation('sourcing');
  const [words, setWords] = useState('');
  const data = trees.data;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(pathTo(data ?? [], value)?.map((node) => node.category_id)),
  );
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => getLines(data ?? [], open, words), [data, open, words]);
  const several = new Set(data?.map((node) => node.source)).size > 1;

  function toggle(id: string, to?: boolean): void {
    setOpen((before) => {
      const next = new Set(before);
      if (to ?? !next.has(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  }
  function onKeys(event: KeyboardEvent, line: CategoryLine): void {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    const at = all.indexOf(event.currentTarget as HTMLElement);
    const [forward, backward] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (event.key === 'ArrowDown') all[at + 1]?.focus();
    else if (event.key === 'ArrowUp') all[at - 1]?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (event.key === forward && line.node.children.length > 0) toggle(line.node.category_id, true);
    else if (event.key === backward) toggle(line.node.category_id, false);
    else if (event.key === 'Enter' || event.key === ' ') onChange(line.node.category_id);
    else return;
    event.preventDefault();
  }

  if (trees.error) return <ErrorState small error={trees.error} onRetry={() => void trees.refetch()} />;
  return (
    <div className={classes.panel}>
      <label className={classes.search}>
        <Search size={16} aria-hidden />
        <input
          data-autofocus
          value={words}
          placeholder={t('category.search')}
          aria-label={t('category.search')}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <div ref={list} role="tree" aria-label={t('category.label')} className={classes.tree}>
        {trees.isPending
          ? [0, 1, 2, 3, 4].map((one) => (
              <div key={one} className={classes.skeleton}>
                <SkeletonLine width={`${70 - one * 8}%`} />
              </div>
            ))
          : null}
        {lines.map((line, index) => {
          const { node, depth } = line;
          const chosen = node.category_id === value;
          const parent = node.children.length > 0 && words.trim() === '';
          return (
            <div
              key={`${node.source}/${node.category_id}`}
              role="treeitem"
              aria-level={depth + 1}
              aria-expanded={parent ? line.isOpen : undefined}
              aria-selected={chosen}
              tabIndex={index === 0 || chosen ? 0 : -1}
              className={classes.line}
              style={{ paddingInlineStart: 6 + depth * 18 }}
              onClick={() => onChange(chosen ? undefined : node.category_id)}
              onKeyDown={(event) => onKeys(event, line)}
            >
              {parent ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={classes.fold}
                  data-open={line.isOpen || undefined}
                  aria-label={t(line.isOpen ? 'category.close' : 'category.open', { name: node.name })}
                  onClick={(event) => {
                    event.stopPropagation();
                    toggle(node.category_id);
                  }}
                >
                  <ChevronRight size={14} aria-hidden />
                </button>
              ) : (
                <span className={classes.fold} aria-hidden="true" />
              )}
              <span className={classes.label}>
                {node.name}
                {words.trim() && line.above.length > 0 ? (
                  <span className={classes.above}>{line.above.join(' › ')}</span>
                ) : null}
              </span>
              {several && depth === 0 ? <SourceMark source={node.source} bare /> : null}
            </div>
          );
        })}
        {!trees.isPending && lines.length === 0 ? <p className={classes.none}>{t('category.none')}</p> : null}
      </div>
    </div>
  );
}
