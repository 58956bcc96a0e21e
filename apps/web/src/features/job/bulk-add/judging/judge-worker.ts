import { judging, type JudgeAnswer, type JudgeRequest } from './judging.ts';

const judge = judging((answer: JudgeAnswer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<JudgeRequest>) => judge(data));
