import { Input } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { isKey } from '../../lib/keys.ts';

/** The next active cell when an editor closes. */
export type NextCell = 'stay' | 'down' | 'up' | 'right' | 'left';

export interface TextEditorProps {
  /** Text of the cell before the edit. */
  before: string;
  /** The typed text that opened it. Undefined if it was opened to edit the current text. */
  typed: string | undefined;
  label: string;
  inputMode: 'text' | 'numeric' | 'decimal';
  className?: string | undefined;
  /**
   * True if arrows leave the editor, as in a sheet of figures. Left and right do so only if typing opened it, else they move in the text.
   */
  arrows?: boolean;
  onSet: (text: string, nextCell: NextCell) => void;
  onCancel: (nextCell: NextCell) => void;
  /** Called with true while typed text is not set yet and would be lost. */
  onTyping?: (typing: boolean) => void;
}

const ARROW_TARGETS: Readonly<Record<string, NextCell>> = { ArrowRight: 'right', ArrowLeft: 'left' };

const getNextCell = (event: KeyboardEvent, arrows: boolean, typed: boolean): NextCell | null => {
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  if (event.key === 'Enter') return event.shiftKey && arrows ? 'up' : 'down';
  if (arrows && event.key === 'ArrowUp') return 'up';
  if (arrows && event.key === 'ArrowDown') return 'down';
  return arrows && typed && !event.shiftKey ? (ARROW_TARGETS[event.key] ?? null) : null;
};

/** The field of a grid's active cell: Enter and Tab set the value and move, Esc restores the old value. */
export function TextEditor(props: TextEditorProps) {
  const { before, typed, label, inputMode, className, arrows, onSet, onCancel } = props;
  const [text, setText] = useState(typed ?? before);
  const reportTyping = useEffectEvent((typing: boolean) => props.onTyping?.(typing));
  const isTyping = text !== before;
  useEffect(() => {
    reportTyping(isTyping);
    return () => reportTyping(false);
  }, [isTyping]);
  // Leaving by a key unmounts the field and blurs it. The key's decision counts.
  const closed = useRef(false);
  const close = (nextCell: NextCell) => {
    if (closed.current) return;
    closed.current = true;
    if (text === before) onCancel(nextCell);
    else onSet(text, nextCell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'save')) {
      // The page saves the typed text, so that it must be set before the key event continues.
      flushSync(() => close('stay'));
      return;
    }
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const nextCell = event.key === 'Escape' ? 'stay' : getNextCell(event, arrows ?? false, typed !== undefined);
    if (!nextCell) return;
    event.preventDefault();
    if (event.key === 'Escape') {
      closed.current = true;
      onCancel('stay');
    } else close(nextCell);
  };
  return (
    <Input
      autoFocus
      {...(className === undefined ? {} : { className })}
      value={text}
      aria-label={label}
      inputMode={inputMode}
      autoComplete="off"
      onFocus={(event) => typed === undefined && event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => close('stay')}
    />
  );
}
