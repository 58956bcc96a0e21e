import { Lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, useMemo, type ElementType, type ReactNode } from 'react';
import { LinkOut } from '../../ui/link-out.tsx';
import styles from './markdown.module.css';

/** The article's title is the second heading level of the page, so its own headings start below it. */
const FIRST_HEADING = 2;

/**
 * Renders an article's Markdown as React elements. Raw HTML is shown as text, links lead to http(s) and mailto, pictures load by https
 * (decision 103).
 */
export default function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text]);
  return <div className={styles.text}>{drawn(tokens)}</div>;
}

/** Creates an element from child arguments. They change only together, so they need no keys. */
const parts = (tag: ElementType, children: readonly ReactNode[], props: object | null = null) =>
  createElement(tag, props, ...children);

const drawn = (tokens: readonly Token[] = []): ReactNode =>
  parts(
    Fragment,
    tokens.map((token) => draw(token as MarkdownToken)),
  );

type MarkdownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Link
  | Tokens.Image
  | Tokens.Escape
  | Tokens.HTML
  | Tokens.Br
  | Tokens.Hr
  | Tokens.Space
  | Tokens.Def;

function draw(token: MarkdownToken): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, token.depth + FIRST_HEADING)}` as 'h3' | 'h4' | 'h5' | 'h6';
      return <Heading>{drawn(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{drawn(token.tokens)}</p>;
    case 'strong':
      return <strong>{drawn(token.tokens)}</strong>;
    case 'em':
      return <em>{drawn(token.tokens)}</em>;
    case 'del':
      return <del>{drawn(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{drawn(token.tokens)}</blockquote>;
    case 'list':
      return <List of={token} />;
    case 'table':
      return <Table of={token} />;
    case 'link':
      return <Address href={token.href}>{drawn(token.tokens)}</Address>;
    case 'image':
      return <Picture src={token.href} alt={token.text} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'text':
      return 'tokens' in token && token.tokens ? drawn(token.tokens) : token.text;
    case 'escape':
    case 'html':
      return token.text;
    default: {
      const never: never = token;
      return (never as Token).raw;
    }
  }
}

const drawItem = ({ tokens }: Tokens.ListItem) => <li>{drawn(tokens)}</li>;

function List({ of: { items, ordered, start } }: { of: Tokens.List }) {
  const drawnItems = items.map(drawItem);
  return ordered ? parts('ol', drawnItems, { start: start === '' ? 1 : start }) : parts('ul', drawnItems);
}

const drawHead = ({ tokens }: Tokens.TableCell) => <th scope="col">{drawn(tokens)}</th>;
const drawCell = ({ tokens }: Tokens.TableCell) => <td>{drawn(tokens)}</td>;
const drawRow = (row: readonly Tokens.TableCell[]) => parts('tr', row.map(drawCell));

function Table({ of: { header, rows } }: { of: Tokens.Table }) {
  return (
    <div className={styles.table} role="region" tabIndex={0} aria-label={header.map(({ text }) => text).join(', ')}>
      <table>
        <thead>{parts('tr', header.map(drawHead))}</thead>
        {parts('tbody', rows.map(drawRow))}
      </table>
    </div>
  );
}

function Address({ href, children }: { href: string; children: ReactNode }) {
  if (/^mailto:[^\s]+$/i.test(href)) return <a href={href}>{children}</a>;
  return <LinkOut href={href}>{children}</LinkOut>;
}

function Picture({ src, alt }: { src: string; alt: string }) {
  if (!/^https:\/\/\S+$/i.test(src)) return alt;
  return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
}
