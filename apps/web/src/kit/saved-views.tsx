import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { BookmarkPlus, Layers, Pencil, Save, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../lib/api.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { toast } from '../lib/toasts.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { type SavedListName, type SavedView, viewSearch } from './saved-view.ts';

const ViewDialog = lazyChunk(() => import('./view-dialog.tsx').then((kit) => ({ default: kit.ViewDialog })));

interface Props {
  list: SavedListName;
  hidden: readonly string[];
  onHidden(hidden: string[]): void;
}
/** Saved views of a list: the caller's own and shared ones, and saving the current filters and columns as one. */
export function SavedViews({ list, hidden, onHidden }: Props) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const router = useRouter();
  const current = useRouterState({ select: (state) => viewSearch(state.location.searchStr) });
  const [editing, setEditing] = useState<SavedView | 'new'>();
  const queryKey = ['list-views', list];
  const views = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /lists/{list}/views', { params: { list }, signal, quiet: true }),
    staleTime: 60_000,
  }).data?.items;
  const active = views?.find((view) => view.search === current && view.hidden_columns.join() === [...hidden].join());
  /** Same filters, other columns: the view can be updated. */
  const changed = active ? undefined : views?.find((view) => view.search === current && view.can_change);

  function show(view: SavedView): void {
    onHidden(view.hidden_columns);
    void router.navigate({
      href: `${router.history.location.pathname}${view.search ? `?${view.search}` : ''}`,
      resetScroll: false,
    });
  }
  const refresh = () => client.invalidateQueries({ queryKey });
  async function remove(view: SavedView): Promise<void> {
    await api('DELETE /lists/views/{view_id}', { params: { view_id: view.id } });
    await refresh();
    toast('success', t('views.deleted', { name: view.name }));
  }
  async function saveColumns(view: SavedView): Promise<void> {
    await api('PUT /lists/views/{view_id}', { params: { view_id: view.id }, body: { hidden_columns: [...hidden] } });
    await refresh();
    toast('success', t('views.saved', { name: view.name }));
  }

  const own = views?.filter((view) => view.is_own) ?? [];
  const shared = views?.filter((view) => !view.is_own) ?? [];
  const toItem =
    (heading: string) =>
    (view: SavedView, at: number): MenuItem => ({
      key: view.id,
      label: view.name,
      ...(view.is_own
        ? view.shared
          ? { note: t('views.sharedByYou') }
          : {}
        : { note: t('views.by', { name: view.created_by }) }),
      ...(at === 0 ? { section: heading } : {}),
      run: () => show(view),
    });
  const items: MenuItem[] = [
    ...own.map(toItem(t('views.own'))),
    ...shared.map(toItem(t('views.shared'))),
    {
      key: 'save',
      label: t('views.save'),
      icon: BookmarkPlus,
      ...(own.length + shared.length > 0 ? { section: '' } : {}),
      run: () => setEditing('new'),
    },
    ...(changed
      ? [
          {
            key: 'columns',
            label: t('views.update', { name: changed.name }),
            icon: Save,
            run: () => void saveColumns(changed),
          },
        ]
      : []),
    ...(active?.can_change
      ? [
          { key: 'edit', label: t('views.edit', { name: active.name }), icon: Pencil, run: () => setEditing(active) },
          {
            key: 'delete',
            label: t('views.delete', { name: active.name }),
            icon: Trash2,
            danger: true,
            run: () => void remove(active),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={t('views.title')}
        align="end"
        trigger={(props) => (
          <Button variant="default" size="xs" leftSection={<Layers size={14} aria-hidden />} {...props}>
            <bdi>{active?.name ?? t('views.title')}</bdi>
          </Button>
        )}
        items={items}
      />
      {editing ? (
        <Suspense fallback={null}>
          <ViewDialog
            list={list}
            view={editing === 'new' ? undefined : editing}
            search={current}
            hidden={hidden}
            onClose={() => setEditing(undefined)}
            onSaved={refresh}
          />
        </Suspense>
      ) : null}
    </>
  );
}
