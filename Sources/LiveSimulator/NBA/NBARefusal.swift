/// The two bodies with which cdn.nba.com answers 403. They mean different things.
public enum NBARefusal {
  /// There is no such file: the game has not begun, or was never played.
  public static let missingFile = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>SIMULATED0000000</RequestId>\
    <HostId>simulated</HostId></Error>
    """.utf8)

  /// The bot filter refuses the client, for all files alike.
  public static let botFilter = Array(
    """
    <HTML><HEAD>
    <TITLE>Access Denied</TITLE>
    </HEAD><BODY>
    <H1>Access Denied</H1>
     
    You don't have permission to access "http&#58;&#47;&#47;cdn&#46;nba&#46;com&#47;static&#47;json" on this server.<P>
    Reference&#32;&#35;18&#46;0&#46;0&#46;0
    <P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;0&#46;0&#46;0</P>
    </BODY>
    </HTML>

    """.utf8)
}
