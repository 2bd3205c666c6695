import type { ProductDetail } from '@quayside/contracts';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SectionTabs } from '../../../kit/section-tabs.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useKeys } from '../../../lib/use-keys.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { CollectionsCard } from '../collections/lazy-collections.tsx';
import { StoreListing } from '../listings/store-lines.tsx';
import { SourceMark } from '../mark.tsx';
import { MetafieldsCard } from '../metafields/lazy-metafields.tsx';
import { pushOfProduct } from '../push/push-product.ts';
import { usePushDrawer } from '../push/use-push-drawer.tsx';
import { SupplierWatch } from '../watch/supplier-watch.tsx';
import { Basics } from './basics.tsx';
import { ChangesCard } from './changes-card.tsx';
import { Customs } from './customs.tsx';
import classes from './editor.module.css';
import { EditorButtons } from './editor-buttons.tsx';
import { EDITOR_PANELS, EditorSection } from './editor-section.tsx';
import { type FieldEditor, useFieldEditor } from './field-editor.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { EditorNotices } from './notices.tsx';
import { Options } from './options.tsx';
import { Organisation } from './organisation.tsx';
import { Pictures } from './pictures.tsx';
import { SearchListing } from './search-listing.tsx';
import { Size } from './size.tsx';
import { useStoreChoice } from './store-values/use-store-choice.tsx';
import { useEditor } from './use-editor.ts';
import { Variants } from './variants.tsx';

/** Everything an owner may change of a product, and its way into the stores. */
export function EditorForm({ product, onBack }: { product: ProductDetail; onBack(): void }) {
  const { t } = useTranslation('products');
  const editor = useEditor(product);
  const fields = useFieldEditor(editor);
  const push = usePushDrawer();
  const { control, store } = useStoreChoice(product);
  const { isDirty, faults, saving } = editor;
  const { discard, save, saveAndPush } = useSteady({
    discard: editor.discard,
    save: () => {
      if (!store && !saving) void editor.save();
    },
    saveAndPush: async () => {
      const saved = await editor.save();
      if (saved) push.open([pushOfProduct(saved)]);
    },
  });
  useKeys([
    { keys: 'mod+s', label: t('editor.save'), group: t('editor.keys'), inFields: true, run: save },
    {
      keys: 'mod+z',
      label: t('editor.undo'),
      group: t('editor.keys'),
      run: editor.undo,
      when: () => !store && editor.canUndo,
    },
    {
      keys: 'mod+shift+z',
      label: t('editor.redo'),
      group: t('editor.keys'),
      run: editor.redo,
      when: () => !store && editor.canRedo,
    },
  ]);

  const buttons = (
    <EditorButtons
      isDirty={isDirty}
      isValid={faults.length === 0}
      saving={saving}
      isListed={product.listings.length > 0}
      canUndo={editor.canUndo}
      canRedo={editor.canRedo}
      onUndo={editor.undo}
      onRedo={editor.redo}
      onDiscard={discard}
      onSave={save}
      onSaveAndPush={saveAndPush}
    />
  );
  return (
    <div className={classes.page}>
      <PageHeader
        onBack={onBack}
        title={editor.draft.title || t('editor.untitled')}
        pageTitle={editor.draft.title || t('editor.untitled')}
        note={<HeadNote product={product} isDirty={isDirty} />}
        actions={store ? undefined : <span className={classes.headButtons}>{buttons}</span>}
      >
        {store ? null : <Tabs hasOptions={editor.draft.options.length > 0} />}
      </PageHeader>
      <EditorNotices editor={editor} />
      {control}
      {store ?? (
        <div className={classes.columns}>
          <MainColumn editor={fields} />
          <div className={classes.side}>
            <SideFields product={product} editor={fields} />
            <ChangesCard editor={editor} />
          </div>
          <div className={classes.whole}>
            <Variants editor={editor} />
          </div>
        </div>
      )}
      {store ? null : (
        <div className={classes.footButtons} data-foot-bar>
          {buttons}
        </div>
      )}
      {push.drawer}
      <LeaveGuard isDirty={isDirty} onLeave={editor.forget} />
    </div>
  );
}

const HeadNote = memo(function HeadNote({ product, isDirty }: { product: ProductDetail; isDirty: boolean }) {
  const { t } = useTranslation('products');
  return (
    <span className={classes.note}>
      <SourceMark source={product.source} />
      {product.is_sandbox ? <SandboxTag /> : null}
      {product.push_state === 'processing' ? <StatusBadge tone="moving" label={t('state.processing')} /> : null}
      {isDirty ? <StatusBadge tone="waiting" label={t('editor.unsaved')} /> : null}
    </span>
  );
});

const Tabs = memo(function Tabs({ hasOptions }: { hasOptions: boolean }) {
  const { t } = useTranslation('products');
  return (
    <SectionTabs
      label={t('editor.parts')}
      sections={EDITOR_PANELS.filter((id) => id !== 'options' || hasOptions).map((id) => ({
        id,
        label: t(`editor.${id}`),
      }))}
    />
  );
});

const MainColumn = memo(function MainColumn({ editor }: { editor: FieldEditor }) {
  return (
    <div className={classes.main}>
      <Basics editor={editor} />
      <Pictures editor={editor} />
      <Options editor={editor} />
      <SearchListing editor={editor} />
    </div>
  );
});

const SideFields = memo(function SideFields({ product, editor }: { product: ProductDetail; editor: FieldEditor }) {
  const { t } = useTranslation(['products', 'monitoring']);
  return (
    <>
      <EditorSection title={t('column.stores')}>
        {product.listings.length > 0 ? (
          <StoreListing listings={product.listings} />
        ) : (
          <p className={classes.quiet}>{t('listing.noneText')}</p>
        )}
      </EditorSection>
      <EditorSection title={t('monitoring:watch.title')}>
        <SupplierWatch product={product} />
      </EditorSection>
      <Organisation editor={editor} />
      <Suspense fallback={null}>
        <CollectionsCard productId={product.id} />
        <MetafieldsCard productId={product.id} />
      </Suspense>
      <Size editor={editor} />
      <Customs editor={editor} />
    </>
  );
});
