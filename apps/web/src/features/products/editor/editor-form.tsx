import { Button } from '@mantine/core';
import type { ProductDetail } from '@quayside/contracts';
import { Redo2, Send, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SectionTabs } from '../../../kit/section-tabs.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useKeys } from '../../../lib/use-keys.ts';
import { StoreListing } from '../listings/store-lines.tsx';
import { SourceMark } from '../mark.tsx';
import { pushOfProduct } from '../push/push-product.ts';
import { usePushDrawer } from '../push/use-push-drawer.tsx';
import { SupplierWatch } from '../watch/supplier-watch.tsx';
import { Basics } from './basics.tsx';
import { ChangesCard } from './changes-card.tsx';
import { Customs } from './customs.tsx';
import classes from './editor.module.css';
import { EDITOR_PANELS, EditorSection } from './editor-section.tsx';
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
  const { t } = useTranslation(['products', 'monitoring']);
  const editor = useEditor(product);
  const push = usePushDrawer();
  const { control, store } = useStoreChoice(product);
  const { isDirty, faults, saving, save, discard } = editor;
  const canSave = isDirty && faults.length === 0;
  useKeys([
    {
      keys: 'mod+s',
      label: t('editor.save'),
      group: t('editor.keys'),
      inFields: true,
      run: () => {
        if (!store && canSave && !saving) void save();
      },
    },
    { keys: 'mod+z', label: t('editor.undo'), group: t('editor.keys'), run: editor.undo, when: () => editor.canUndo },
    {
      keys: 'mod+shift+z',
      label: t('editor.redo'),
      group: t('editor.keys'),
      run: editor.redo,
      when: () => editor.canRedo,
    },
  ]);
  async function saveAndPush(): Promise<void> {
    const saved = isDirty ? await save() : product;
    if (saved) push.open([pushOfProduct(saved)]);
  }

  const steps = (
    <span className={classes.steps}>
      <button
        type="button"
        className={classes.step}
        aria-label={t('editor.undo')}
        data-hint={t('editor.undo')}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <Undo2 size={16} className="flip" aria-hidden />
      </button>
      <button
        type="button"
        className={classes.step}
        aria-label={t('editor.redo')}
        data-hint={t('editor.redo')}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <Redo2 size={16} className="flip" aria-hidden />
      </button>
    </span>
  );
  const buttons = (
    <>
      {steps}
      {isDirty ? (
        <Button variant="subtle" className={classes.discard} onClick={discard} disabled={saving}>
          <Undo2 size={18} aria-hidden />
          <span>{t('editor.discard')}</span>
        </Button>
      ) : null}
      <MayButton
        needs="products.change"
        variant={isDirty ? 'filled' : 'default'}
        disabled={!canSave}
        loading={saving}
        onClick={() => void save()}
      >
        {t(isDirty ? 'editor.save' : 'editor.saved')}
      </MayButton>
      <MayButton
        needs="products.push"
        variant={isDirty ? 'default' : 'filled'}
        leftSection={<Send size={16} className="flip" aria-hidden />}
        disabled={saving || faults.length > 0}
        onClick={() => void saveAndPush()}
      >
        {t(isDirty ? 'editor.saveAndPush' : product.listings.length > 0 ? 'push.again' : 'push.action')}
      </MayButton>
    </>
  );
  return (
    <div className={classes.page}>
      <PageHeader
        onBack={onBack}
        title={editor.draft.title || t('editor.untitled')}
        pageTitle={editor.draft.title || t('editor.untitled')}
        note={
          <span className={classes.note}>
            <SourceMark source={product.source} />
            {product.is_sandbox ? <SandboxTag /> : null}
            {product.push_state === 'processing' ? <StatusBadge tone="moving" label={t('state.processing')} /> : null}
            {isDirty ? <StatusBadge tone="waiting" label={t('editor.unsaved')} /> : null}
          </span>
        }
        actions={store ? undefined : <span className={classes.headButtons}>{buttons}</span>}
      >
        {store ? null : (
          <SectionTabs
            label={t('editor.parts')}
            sections={EDITOR_PANELS.filter((id) => id !== 'options' || editor.draft.options.length > 0).map((id) => ({
              id,
              label: t(`editor.${id}`),
            }))}
          />
        )}
      </PageHeader>
      <EditorNotices editor={editor} />
      {control}
      {store ?? (
        <div className={classes.columns}>
          <div className={classes.main}>
            <Basics editor={editor} />
            <Pictures editor={editor} />
            <Options editor={editor} />
            <SearchListing editor={editor} />
          </div>
          <div className={classes.side}>
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
            <Size editor={editor} />
            <Customs editor={editor} />
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
