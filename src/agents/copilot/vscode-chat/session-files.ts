/**
 * The two files of each session: `<storage>/GitHub.copilot-chat/transcripts/<session>.jsonl` and `<storage>/chatSessions/<session>.jsonl`.
 * A line of either is a reason to look at both, so that they tell one story in its order. What a session has told is kept here: VS Code
 * writes its chat sessions anew.
 */
import { basename, dirname, join } from 'node:path';
import { isProblem, type LogReader, type Result } from '../../agent.js';
import type { TurnEvent } from '../../../core/events.js';
import { setNewest } from '../../../core/push-newest.js';
import { ChatLog } from './chat-log.js';
import {
  CHAT_SESSIONS,
  isChatSession,
  isTranscript,
  TRANSCRIPTS,
  findFolder,
} from './workspace-folder.js';
import { openTranscript } from './recordings.js';
import { FileNow } from '../../../bounded-files.js';

const MOST_SESSIONS = 64;

export class SessionFiles {
  /** By storage and session, those heard of last at the end. */
  private readonly sessions = new Map<string, ChatSessionFiles>();

  /** `folders`: those of the window, whose storage it is. */
  open(file: string, folders: readonly string[] = []): LogReader {
    if (!isTranscript(file) && !isChatSession(file)) {
      return openTranscript(file, folders[0]);
    }
    const id = basename(file, '.jsonl');
    const storage = isTranscript(file) ? dirname(dirname(dirname(file))) : dirname(dirname(file));
    const key = join(storage, id);
    const chat = isTranscript(file) ? join(storage, CHAT_SESSIONS, `${id}.jsonl`) : file;
    const session = this.sessions.get(key) ?? new ChatSessionFiles(storage, chat, id, folders);
    setNewest(this.sessions, key, session, MOST_SESSIONS);
    return session.reader();
  }
}

class ChatSessionFiles {
  private readonly chat: LineFile;
  private readonly transcript: LineFile;
  private readonly events: LogReader;
  private readonly log: ChatLog;
  private hasTranscript = false;
  private start: TurnEvent | undefined;

  constructor(storage: string, chat: string, id: string, folders: readonly string[]) {
    const transcript = join(storage, ...TRANSCRIPTS, `${id}.jsonl`);
    const cwd = folders[0] ?? findFolder(storage);
    this.chat = new LineFile(chat);
    this.transcript = new LineFile(transcript);
    this.events = openTranscript(transcript, cwd);
    this.log = new ChatLog(id, cwd, () => this.hasTranscript);
  }

  /** Each file's reader names the session's folder first: what follows is told by whichever looked first. */
  reader(): LogReader {
    let isFirst = true;
    return {
      line: () => {
        const read = this.look();
        if (isProblem(read) || !isFirst || this.start === undefined) {
          return read;
        }
        isFirst = false;
        return read[0]?.type === 'session.start' ? read : [this.start, ...read];
      },
      settle: () => {
        const read = this.look();
        const told = isProblem(read) ? [] : read;
        return this.log.hasChat ? told : [...told, ...this.log.tell(this.events.settle?.() ?? [])];
      },
    };
  }

  /** What is new in both. */
  private look(): Result<TurnEvent[]> {
    const problems: string[] = [];
    const chat = this.chat.read();
    if (chat !== undefined && chat.lines.length > 0) {
      problems.push(...this.log.takeChat(chat.lines, chat.fresh));
    }
    const transcript = this.transcript.read();
    this.hasTranscript ||= transcript !== undefined;
    const events = (transcript?.lines ?? []).flatMap((line) => {
      const read = this.events.line(line);
      if (isProblem(read)) {
        problems.push(read.problem);
        return [];
      }
      return read;
    });
    const told = this.log.tell(events);
    this.start = told.find(({ type }) => type === 'session.start') ?? this.start;
    const [problem] = problems;
    return problem !== undefined && told.length === 0 ? { problem } : told;
  }
}

/** Bytes read at once; of a longer file, what is new at its end. */
const MOST = 16 * 1024 * 1024;
const COMPARED = 64;

/** The lines of a file that another program appends to, read as far as they are complete. */
interface NewLines {
  lines: string[];
  /** All of them: the file is read for the first time, or was rewritten. */
  fresh: boolean;
}

class LineFile {
  private inode = -1;
  private offset = 0;
  /** The last bytes before `offset`: other ones are there once the file was rewritten. */
  private last = Buffer.alloc(0);

  constructor(private readonly path: string) {}

  /** Undefined where there is no file. */
  read(): NewLines | undefined {
    let file;
    try {
      file = new FileNow(this.path);
      return this.readNew(file);
    } catch {
      return undefined;
    } finally {
      file?.close();
    }
  }

  private readNew(file: FileNow): NewLines {
    const fresh = file.inode !== this.inode || !this.continues(file);
    if (fresh) {
      this.inode = file.inode;
      this.offset = Math.max(0, file.size - MOST);
    }
    const isCut = fresh && this.offset > 0;
    const bytes = file.read(this.offset, Math.min(MOST, file.size - this.offset));
    const end = bytes.lastIndexOf(10) + 1;
    this.offset += end;
    const seen = Buffer.concat([fresh ? Buffer.alloc(0) : this.last, bytes.subarray(0, end)]);
    this.last = Buffer.from(seen.subarray(Math.max(0, seen.length - COMPARED)));
    const lines = bytes
      .toString('utf8', 0, end)
      .split('\n')
      .slice(isCut ? 1 : 0, -1);
    return { lines: lines.filter((line) => line !== ''), fresh };
  }

  private continues(file: FileNow): boolean {
    const { length } = this.last;
    return file.size >= this.offset && file.read(this.offset - length, length).equals(this.last);
  }
}
