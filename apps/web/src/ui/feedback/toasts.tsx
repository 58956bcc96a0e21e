import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ToastContext, UNDO_MS, type Toast, type ToastAction } from '../../lib/toast.ts';
import css from './toasts.module.css';

interface ShownToast {
  id: number;
  kind: 'success' | 'info' | 'error';
  text: string;
  title?: string | undefined;
  action: ToastAction | undefined;
}

/** The request number that `getErrorMessage` adds to a sentence. */
const REQUEST_NUMBER = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const MAX_TOASTS = 3;
const DURATION_MS: Readonly<Record<ShownToast['kind'], number>> = { success: 3000, info: 4000, error: 7000 };

/** Short messages at the top of the page. They do not use Ant Design, so that the sign-in page does not load it. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const { t } = useTranslation('errors');
  const nextId = useRef(1);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const toast = useMemo<Toast>(() => {
    const remove = (id: number) => setShown((all) => all.filter((item) => item.id !== id));
    const show = (kind: ShownToast['kind']) => (text: string, givenAction?: ToastAction, title?: string) => {
      const id = nextId.current++;
      const action = givenAction ?? createCopyAction(text, t('copyNumber'));
      setShown((all) =>
        [...all.filter((item) => item.text !== text), { id, kind, text, title, action }].slice(-MAX_TOASTS),
      );
      timers.current.set(
        id,
        setTimeout(() => remove(id), action ? UNDO_MS : DURATION_MS[kind]),
      );
      return () => remove(id);
    };
    const error = show('error');
    return {
      success: show('success'),
      error,
      failed: (text, title) => error(text, undefined, title),
      info: show('info'),
    };
  }, [t]);
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const keepOpen = (id: number) => clearTimeout(timers.current.get(id));
  const dismiss = (id: number) => setShown((all) => all.filter((item) => item.id !== id));
  return (
    <ToastContext value={toast}>
      {children}
      {createPortal(
        <div className={css.toasts} role="status" aria-live="polite">
          {shown.map(({ id, kind, text, title, action }) => (
            <div
              key={id}
              className={css.toast}
              data-kind={kind}
              onPointerEnter={() => keepOpen(id)}
              onFocus={() => keepOpen(id)}
              // Selecting the request number does not close the toast.
              onClick={() => getSelection()?.isCollapsed !== false && dismiss(id)}
            >
              <i aria-hidden />
              <span>
                {title && <strong className="block">{title}</strong>}
                {text}
              </span>
              {action && (
                <button type="button" className={css.action} onClick={action.onPress}>
                  {action.label}
                </button>
              )}
            </div>
          ))}
        </div>,
        document.body,
      )}
    </ToastContext>
  );
}

/** Offers to copy the request number of a text. Pages without HTTPS have no clipboard, but the text can be selected. */
function createCopyAction(text: string, label: string): ToastAction | undefined {
  const number = REQUEST_NUMBER.exec(text)?.[0];
  if (!number || !('clipboard' in navigator)) return undefined;
  return { label, onPress: () => void navigator.clipboard.writeText(number) };
}
