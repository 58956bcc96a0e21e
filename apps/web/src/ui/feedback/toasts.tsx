import { useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ToastContext, UNDO_MS, type Toast, type ToastAction } from '../../lib/toast.ts';
import css from './toasts.module.css';

interface Shown {
  id: number;
  kind: 'success' | 'info' | 'error';
  text: string;
  title?: string | undefined;
  action: ToastAction | undefined;
}

const MOST = 3;
const STAYS_MS: Readonly<Record<Shown['kind'], number>> = { success: 3000, info: 4000, error: 7000 };

/**
 * Short sentences at the top of the page that come and go; a click or the pointer on one stops it from going. Drawn by
 * ourselves and not with Ant Design, so that the sign-in page needs none of it.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const nextId = useRef(1);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const toast = useMemo<Toast>(() => {
    const leave = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
    const show = (kind: Shown['kind']) => (text: string, action?: ToastAction, title?: string) => {
      const id = nextId.current++;
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
      failed: (text, title) => void error(text, undefined, title),
      info: show('info'),
    };
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
              onClick={() => dismiss(id)}
            >
              <i aria-hidden />
              <span>
                {title && <strong className={css.title}>{title}</strong>}
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
