import { useState, type SyntheticEvent } from 'react';

/** Returns the position of an element's tooltip during hover, focus or touch, otherwise null. */
export function useTooltip() {
  const [at, setAt] = useState<DOMRect | null>(null);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setAt(currentTarget.getBoundingClientRect());
  const hide = () => setAt(null);
  return {
    at,
    triggerProps: {
      onPointerEnter: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
      onClick: (event: SyntheticEvent<HTMLElement>) => {
        event.stopPropagation();
        show(event);
      },
    },
  };
}
