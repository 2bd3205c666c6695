import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  RemoveFormatting,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './rich-text.module.css';
import type { RichTextProps } from './rich-text-props.ts';

/** The editor of RichText, in its own chunk. */
export default function RichEditor({ value, onChange, label, minHeight = 180 }: RichTextProps) {
  const { t } = useTranslation('common');
  const send = useRef(onChange);
  useEffect(() => {
    send.current = onChange;
  });
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] } })],
    content: value,
    editorProps: {
      attributes: {
        dir: 'auto',
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': 'true',
        class: classes.page ?? '',
      },
    },
    onUpdate: ({ editor: own }) => send.current(own.isEmpty ? '' : own.getHTML()),
    immediatelyRender: true,
  });
  const state = useEditorState({
    editor,
    selector: ({ editor: own }) => ({
      bold: own.isActive('bold'),
      italic: own.isActive('italic'),
      h2: own.isActive('heading', { level: 2 }),
      h3: own.isActive('heading', { level: 3 }),
      bullets: own.isActive('bulletList'),
      numbers: own.isActive('orderedList'),
      quote: own.isActive('blockquote'),
      undo: own.can().undo(),
      redo: own.can().redo(),
    }),
  });
  // Changed from outside, for example reset to the supplier's text.
  useEffect(() => {
    if (editor.isDestroyed) return;
    if (value !== editor.getHTML() && !(value === '' && editor.isEmpty))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [value, editor]);

  const run = () => editor.chain().focus();
  const tools: (readonly [LucideIcon, string, () => unknown, boolean | undefined, boolean?])[] = [
    [Heading2, t('editor.heading'), () => run().toggleHeading({ level: 2 }).run(), state.h2],
    [Heading3, t('editor.subheading'), () => run().toggleHeading({ level: 3 }).run(), state.h3],
    [Bold, t('editor.bold'), () => run().toggleBold().run(), state.bold],
    [Italic, t('editor.italic'), () => run().toggleItalic().run(), state.italic],
    [List, t('editor.bullets'), () => run().toggleBulletList().run(), state.bullets],
    [ListOrdered, t('editor.numbers'), () => run().toggleOrderedList().run(), state.numbers],
    [Quote, t('editor.quote'), () => run().toggleBlockquote().run(), state.quote],
    [RemoveFormatting, t('editor.plain'), () => run().unsetAllMarks().clearNodes().run(), undefined],
    [Undo2, t('editor.undo'), () => run().undo().run(), undefined, !state.undo],
    [Redo2, t('editor.redo'), () => run().redo().run(), undefined, !state.redo],
  ];
  return (
    <div className={classes.frame}>
      <div className={classes.tools} role="toolbar" aria-label={t('editor.tools')}>
        {tools.map(([Icon, name, act, on, off]) => (
          <button
            key={name}
            type="button"
            className={classes.tool}
            aria-label={name}
            data-hint={name}
            aria-pressed={on}
            disabled={off}
            onMouseDown={(event) => event.preventDefault()}
            onClick={act}
          >
            <Icon size={16} aria-hidden />
          </button>
        ))}
      </div>
      <EditorContent editor={editor} className={classes.content} style={{ minHeight }} />
    </div>
  );
}
