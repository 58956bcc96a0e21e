import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ToastContext, UNDO_MS, type Toast, type ToastAction } from '../../lib/toast.ts';
import css from './toasts.module.css';

interface Shown {
  id: number;
  kind: 'success' | 'info' | 'error';
  text: string;
  title?: string | undefined;
  action: ToastAction | undefined;
}

/** The request number that `messageOf` adds to a sentence. */
const NUMBER = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const MOST = 3;
const STAYS_MS: Readonly<Record<Shown['kind'], number>> = { success: 3000, info: 4000, error: 7000 };

/** Short messages at the top of the page. They do not use Ant Design, so that the sign-in page does not load it. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const { t } = useTranslation('errors');
  const nextId = useRef(1);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const toast = useMemo<Toast>(() => {
    const leave = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
    const show = (kind: Shown['kind']) => (text: string, given?: ToastAction, title?: string) => {
      const id = nextId.current++;
      const action = given ?? copyNumberOf(text, t('copy_number'));
      setShown((all) => [...all.filter((one) => one.text !== text), { id, kind, text, title, action }].slice(-MOST));
      timers.current.set(
        id,
        setTimeout(() => leave(id), action ? UNDO_MS : STAYS_MS[kind]),
      );
      return () => leave(id);
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
  const hold = (id: number) => clearTimeout(timers.current.get(id));
  const dismiss = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
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
              onPointerEnter={() => hold(id)}
              onFocus={() => hold(id)}
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
function copyNumberOf(text: string, label: string): ToastAction | undefined {
  const number = NUMBER.exec(text)?.[0];
  if (!number || !('clipboard' in navigator)) return undefined;
  return { label, onPress: () => void navigator.clipboard.writeText(number) };
}
