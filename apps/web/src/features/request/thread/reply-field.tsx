import type { GetRef, Input } from 'antd';
import { useRef } from 'react';
import { insertWords } from '../../../entities/request/insert-words.ts';
import { LongText } from '../../../ui/record-form/long-text.tsx';
import { useCanned } from './use-canned.tsx';

interface ReplyFieldProps {
  /** Text of the customer. Saved replies use its language. */
  asked: string;
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
}

/** Form field for the reply of a step: typed, or started with a saved reply. */
export function ReplyField({ asked, value = '', onChange, ...rest }: ReplyFieldProps) {
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const write = (text: string) => onChange?.(text);
  const { beside, onSlash } = useCanned([asked], (said) =>
    insertWords(box.current?.resizableTextArea?.textArea, value, said, write),
  );
  return (
    <div className="stack">
      {beside}
      <LongText
        {...rest}
        ref={box}
        rows={4}
        value={value}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== '/' || value !== '' || !onSlash) return;
          event.preventDefault();
          onSlash();
        }}
      />
    </div>
  );
}
