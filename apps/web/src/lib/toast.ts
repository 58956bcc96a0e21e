import { createContext, useContext } from 'react';

/** A button in a toast, such as Undo. The toast then stays for 8 s (quality 9). */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** Time in which an action can be undone (quality 9). */
export const UNDO_MS = 8000;

/** A toast: one short sentence. Messages that need an action are on the page instead. */
export interface Toast {
  /** Returns a function that closes the toast early. */
  success: (text: string, action?: ToastAction) => () => void;
  error: (text: string, action?: ToastAction) => void;
  /** Shows a failure, with its title if spec §8 gives one. Returns a function that closes the toast early. */
  failed: (text: string, title: string | undefined) => () => void;
  info: (text: string, action?: ToastAction) => void;
}

const silentToast: Toast = {
  success: () => () => undefined,
  error: () => undefined,
  failed: () => () => undefined,
  info: () => undefined,
};

export const ToastContext = createContext<Toast>(silentToast);

export const useToast = (): Toast => useContext(ToastContext);
