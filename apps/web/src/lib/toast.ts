import { createContext, useContext } from 'react';

/** Something that can be pressed while the sentence stands: Undo. It then stands for 8 s (quality 9). */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** How long something can be taken back after it was done (quality 9). */
export const UNDO_MS = 8000;

/** A toast: one short sentence. Anything that must be acted on stands on the page instead. */
export interface Toast {
  /** Returns a function that closes the toast early. */
  success: (text: string, action?: ToastAction) => () => void;
  error: (text: string, action?: ToastAction) => void;
  /** A failure, under its title where spec §8 gives it one. Returns a function that closes the toast early. */
  failed: (text: string, title: string | undefined) => () => void;
  info: (text: string, action?: ToastAction) => void;
}

const silent: Toast = {
  success: () => () => undefined,
  error: () => undefined,
  failed: () => () => undefined,
  info: () => undefined,
};

export const ToastContext = createContext<Toast>(silent);

export const useToast = (): Toast => useContext(ToastContext);
