import type { GetRef, Input } from 'antd';
import { useRef } from 'react';
import { insertText } from '../../../entities/request/insert-text.ts';
import { LongText } from '../../../ui/record-form/long-text.tsx';
import { useSavedReplies } from './use-saved-replies.tsx';

interface ReplyFieldProps {
  /** Text of the customer. Saved replies use its language. */
  customerText: string;
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
}

/** Form field for the reply of a step: typed, or started with a saved reply. */
export function ReplyField({ customerText, value = '', onChange, ...rest }: ReplyFieldProps) {
  const textArea = useRef<GetRef<typeof Input.TextArea>>(null);
  const changeText = (text: string) => onChange?.(text);
  const { replyPicker, onSlash } = useSavedReplies([customerText], (reply) =>
    insertText(textArea.current?.resizableTextArea?.textArea, value, reply, changeText),
  );
  return (
    <div className="stack">
      {replyPicker}
      <LongText
        {...rest}
        ref={textArea}
        rows={4}
        value={value}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== '/' || value !== '' || !onSlash) return;
          event.preventDefault();
          onSlash();
        }}
      />
    </div>
  );
}
