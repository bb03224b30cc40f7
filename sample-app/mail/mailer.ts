import { Injectable } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailServer } from './mail-server.js';

export interface Mail extends Pick<SendMailOptions, 'to' | 'subject' | 'text' | 'attachments'> {
  /** The same for every attempt to send this mail, so that the receiver can tell a repetition. */
  readonly key: string;
}

@Injectable()
export class Mailer {
  constructor(private readonly server: MailServer) {}

  /** Resolves to the Message-ID when the mail server has taken the mail. */
  async send({ key, ...mail }: Mail): Promise<string> {
    const transport = createTransport(this.server.url);
    const { messageId } = await transport.sendMail({ from: 'invoices@shop.example', messageId: `<${key}@shop.example>`, ...mail });
    return messageId;
  }
}
