/// Small `feed/live` bodies written by hand, for when no real ones are there.
enum FeedJSON {
  /// One of everything that a snapshot keeps, between things that it does not.
  static let small = #"""
    {"copyright":"Copyright [2024] {MLB} \"x\\","gamePk":747175,"link":"/api/v1.1/game/747175/feed/live",
     "metaData":{"wait":10,"timeStamp":"20240713_031142","gameEvents":["ball","{\"[",{"a":[[],{}]}],"logicalEvents":[]},
     "gameData":{
      "game":{"pk":747175,"type":"R","doubleHeader":"N","id":"2024/07/12/tormlb-arimlb-1","gameNumber":1},
      "datetime":{"dateTime":"2024-07-13T01:40:00Z","originalDate":"2024-07-12","officialDate":"2024-07-12"},
      "status":{"abstractGameState":"Live","codedGameState":"I","statusCode":"I","detailedState":"In Progress",
       "startTimeTBD":false,"reason":null},
      "teams":{"away":{"id":141,"name":"Toronto Blue Jays","record":{"wins":44,"pct":".463"},"abbreviation":"TOR",
        "teamCode":"tor","fileCode":"tor","teamName":"Blue Jays"},
       "home":{"id":109,"name":"Arizona Diamondbacks","teamCode":"ari","fileCode":"ari","teamName":"D-backs"}},
      "players":{"ID665489":{"id":665489,"fullName":"Vladimir Guerrero Jr.","link":"/api/v1/people/665489"},
       "ID682998":{"id":682998,"fullName":"Jos\u00e9 Ram\u00edrez \ud83d\ude00","height":"6' 2\""},
       "ID1":null,"ID2":{"id":2},"ID3":{"fullName":"Nobody"}},
      "venue":{"id":15,"name":"Chase Field","location":{"coordinates":{"latitude":33.445302,"longitude":-1.12e2}}}},
     "liveData":{
      "plays":{"allPlays":[
       {"result":{"type":"atBat","event":"Single","eventType":"single","description":"Vladimir singles: \"hit\" \u2014 ok",
         "rbi":1,"awayScore":1,"homeScore":0,"isOut":false},
        "about":{"atBatIndex":0,"halfInning":"top","isTopInning":true,"inning":1,
         "startTime":"2024-07-13T01:40:36.274Z","endTime":"2024-07-13T01:42:09.800Z","isComplete":true,
         "isScoringPlay":true,"captivatingIndex":35},
        "count":{"balls":1,"strikes":2,"outs":0},
        "matchup":{"batter":{"id":665489,"fullName":"Vladimir Guerrero Jr.","link":"/x"},
         "batSide":{"code":"R"},"pitcher":{"id":682998,"fullName":"José Ramírez"},
         "postOnFirst":{"id":665489,"fullName":"Vladimir Guerrero Jr."},"postOnThird":{"id":7}},
        "pitchIndex":[0,2],"actionIndex":[1],"runnerIndex":[0],
        "runners":[{"movement":{"originBase":null,"start":null,"end":"1B","outBase":null,"isOut":false,"outNumber":null},
          "details":{"event":"Single","eventType":"single","runner":{"id":665489,"fullName":"Vladimir Guerrero Jr."},
           "isScoringEvent":false,"playIndex":2},"credits":[]},
         {"movement":{"start":"3B","end":"score","isOut":false},"details":{"runner":{"id":8,"fullName":"B"},"playIndex":2},
          "credits":[{"player":{"id":9,"link":"/y"},"position":{"code":"8"},"credit":"f_fielded_ball"},{"credit":"f_x"}]},
         {}],
        "playEvents":[
         {"details":{"call":{"code":"B"},"description":"Ball","isBall":true},"index":0,
          "startTime":"2024-07-13T01:40:36.274Z","endTime":"2024-07-13T01:40:40.000Z","isPitch":true,"type":"pitch"},
         {"details":{"description":"Batter Timeout.","event":"Batter Timeout","eventType":"batter_timeout","awayScore":0,
           "homeScore":0,"isScoringPlay":false},"count":{"outs":0},"index":1,"startTime":"2024-07-13T01:41:00.5Z",
          "endTime":"soon","isPitch":false,"type":"action","player":{"id":665489},"replacedPlayer":{"id":77}},
         null,
         {"type":"action","details":{"awayScore":3}},
         {"type":"pickoff"}],
        "playEndTime":"2024-07-13T01:42:09.800Z","atBatIndex":0},
       null,
       {"about":{"halfInning":"BOTTOM","inning":1,"isComplete":false},"atBatIndex":5},
       {"matchup":null,"about":{"halfInning":"bottom","inning":2.0},"playEvents":[],"runners":[]}],
       "currentPlay":{"about":{"inning":"nonsense"}},"scoringPlays":[0],"playsByInning":[{"startIndex":0,"top":[0]}]},
      "linescore":{"currentInning":1,"isTopInning":false,"inningState":"Bottom","scheduledInnings":9,
       "innings":[{"num":1,"home":{"hits":0},"away":{"runs":1}}],
       "teams":{"home":{"runs":0,"hits":0},"away":{"runs":1,"hits":1}},"balls":0,"strikes":1,"outs":2},
      "boxscore":{"teams":{"away":{"players":{"ID1":{"name":"}]\\"}}}},"info":[]},"leaders":{}}}
    """#

  static let smallBytes = Array(small.utf8)

  /// The least that makes a snapshot, with more behind the members that are given.
  static func least(liveData: String = "{}", more: String = "") -> String {
    #"{"gamePk":1,"metaData":{"timeStamp":"20240713_031142"},"gameData":{"datetime":{"officialDate":"2024-07-12"},"#
      + #""status":{"codedGameState":"S"},"teams":{"away":{"id":1},"home":{"id":2}}},"liveData":\#(liveData)\#(more)}"#
  }

  /// The same with these plays.
  static func plays(_ plays: String) -> String { least(liveData: #"{"plays":{"allPlays":[\#(plays)]}}"#) }
}
